/* Runs beside the page: hands on what the browser's microphone gives, as it comes. */
registerProcessor("earmark-recorder", class extends AudioWorkletProcessor {
  process(inputs) {
    const samples = inputs[0] && inputs[0][0];
    if (samples && samples.length) this.port.postMessage(samples.slice(0));
    return true;
  }
});
