"""Goes through Earmark's MCP server with the official Python SDK (pip install mcp).

usage: check.py http://127.0.0.1:8765/mcp [legacy|auto|2026-07-28 ...]
"""
import asyncio
import sys

from mcp.client.client import Client


async def check(url, mode):
    async with Client(url, mode=mode) as client:
        print(f"== {mode}: revision {client.protocol_version}, {client.server_info and client.server_info.name}")
        tools = (await client.list_tools()).tools
        assert len(tools) > 20 and all(t.output_schema and t.annotations for t in tools)
        found = await client.call_tool("search_album", {"keyword": ""})
        assert not found.is_error and found.structured_content["albums"]
        volume = await client.call_tool("set_volume", {"level": "33"})
        assert volume.structured_content["volume"] == 33
        wrong = await client.call_tool("set_volume", {"level": "loud"})
        assert wrong.is_error and "level" in wrong.content[0].text
        told = []

        async def progress(done, total, message):
            told.append((done, total, message))

        title = found.structured_content["albums"][0]["title"]
        played = await client.call_tool(
            "search_and_play", {"keyword": title, "section": 1}, progress_callback=progress
        )
        assert not played.is_error and played.structured_content["kind"] == "playing"
        print(f"played {title}, {played.structured_content['cache']}, {len(told)} words of progress")
        assert (await client.call_tool("stop", {})).is_error is False
        uris = {str(r.uri) for r in (await client.list_resources()).resources}
        assert {"earmark://status", "earmark://library", "earmark://positions", "earmark://runs"} <= uris
        status = await client.read_resource("earmark://status")
        assert '"state"' in status.contents[0].text
        assert len((await client.list_prompts()).prompts) == 3
        prompt = await client.get_prompt("find_a_book", {"topic": "cats"})
        assert "cats" in prompt.messages[0].content.text
        for call in (client.call_tool("nope", {}), client.read_resource("earmark://nope")):
            try:
                await call
            except Exception as e:  # the SDK has one class for all errors of the protocol
                print(f"refused: {e}")
            else:
                raise AssertionError("what is not there was not refused")


for mode in sys.argv[2:] or ["legacy", "auto"]:
    asyncio.run(check(sys.argv[1], mode))
print("all well")
