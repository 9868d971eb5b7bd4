const patience = 60_000;

/** Waits until a server answers that it is ready; throws once its process has ended. */
export async function untilReady(url: string, ended: () => number | null): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    const code = ended();
    if (code !== null) throw new Error(`The server ended with ${code}`);
    const ready = await fetch(`${url}/-/readiness`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) return;
    if (performance.now() > deadline) throw new Error('The server is not ready');
    // So short because the benchmark times a start by it.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
