// Talking to the sandbox: JSON there, a stream of events back.

const BASE = "/sandbox/api";
const RETRY = 2000;

async function answered(response) {
  const told = await response.json().catch(() => ({ error: `the sandbox answered ${response.status}` }));
  if (!response.ok) throw new Error(told.error);
  return told;
}

/** Send something; the error of a refusal is a sentence to show. */
export async function post(what, body) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${BASE}/${what}`, request).catch(() => {
    throw new Error("the sandbox does not answer");
  });
  return answered(response);
}

/** Who is there, and what names and commands there are. */
export async function workspace() {
  return answered(await fetch(`${BASE}/workspace`));
}

/** Hear everything that this person comes to see, until `close()`; `onLine(false)` while the line is down. */
export function listen(user, onState, onLine) {
  let source = null;
  let waiting = 0;
  const open = () => {
    source = new EventSource(`${BASE}/events?user=${encodeURIComponent(user)}`);
    source.onopen = () => onLine(true);
    source.onmessage = (event) => onState(JSON.parse(event.data));
    source.onerror = () => {
      onLine(false);
      if (source.readyState === EventSource.CLOSED) waiting = setTimeout(open, RETRY); // some browsers give up
    };
  };
  open();
  return { close: () => { clearTimeout(waiting); source.close(); } };
}
