import type { Connection, ServerChannel, Session } from 'ssh2';

/** At once; OpenSSH asks for no more. */
const mostSessions = 10;
/** Of a connection in all: the protocol remembers each that ran nothing until the connection ends. */
const mostEver = 1000;

interface SessionEnds {
  /** A command for which there is a channel. */
  run: (command: string, channel: ServerChannel) => void;
  /** Ends the connection. */
  cut: () => void;
  /** How long a connection may run nothing. */
  times: { readonly idleMs: number };
}

/**
 * Takes the sessions of a connection, each for one command. What has no listener is refused by the
 * protocol: shell, terminal, environment, forwarding.
 */
export function takeSessions(connection: Connection, { run, cut, times }: SessionEnds): void {
  let open = 0;
  let ever = 0;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  const rest = () => {
    clearTimeout(idle);
    idle = setTimeout(cut, times.idleMs);
  };
  connection.on('ready', rest);
  connection.on('close', () => clearTimeout(idle));
  connection.on('session', (accept, reject) => {
    if (open >= mostSessions || ever >= mostEver) {
      reject();
      return;
    }
    const session: Session = accept();
    open += 1;
    ever += 1;
    let runs = false;
    session.once('close', () => {
      open -= 1;
      if (!runs) return;
      running -= 1;
      if (running === 0) rest();
    });
    session.on('exec', (acceptExec, _reject, { command }) => {
      // A session runs one command; for a second one there is no channel, whatever the types say.
      const channel = acceptExec() as ServerChannel | undefined;
      if (channel === undefined) return;
      runs = true;
      running += 1;
      clearTimeout(idle);
      run(command, channel);
    });
  });
}
