// Goes through Earmark's MCP server with the official TypeScript SDK (npm i @modelcontextprotocol/sdk).
// usage: node check.mjs http http://127.0.0.1:8765/mcp
//        node check.mjs stdio ./earmark mcp
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const [kind, where, ...args] = process.argv.slice(2);
const transport =
  kind === "http"
    ? new StreamableHTTPClientTransport(new URL(where))
    : new StdioClientTransport({ command: where, args });
const client = new Client({ name: "check", version: "1" });
await client.connect(transport);
console.log(kind, client.getServerVersion());
assert.ok((await client.listTools()).tools.length > 20);
assert.ok((await client.callTool({ name: "get_status", arguments: {} })).structuredContent.state);
assert.equal((await client.callTool({ name: "set_volume", arguments: { level: "loud" } })).isError, true);
let updates = 0;
client.setNotificationHandler(ResourceUpdatedNotificationSchema, (told) => {
  assert.equal(told.params.uri, "earmark://status");
  updates++;
});
await client.subscribeResource({ uri: "earmark://status" });
await new Promise((resolve) => setTimeout(resolve, 1000));
for (let level = 30; level < 50; level++) {
  await client.callTool({ name: "set_volume", arguments: { level } });
}
await new Promise((resolve) => setTimeout(resolve, 3000));
assert.ok(updates >= 1 && updates <= 5, `${updates} updates for 20 changes`);
await client.close();
console.log("all well,", updates, "updates for 20 changes");
process.exit(0);
