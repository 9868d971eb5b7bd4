/** The part of autocannon that the benchmark uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers?: Readonly<Record<string, string>>;
    requests?: readonly {
      method: 'GET' | 'POST';
      path: string;
      headers: Readonly<Record<string, string>>;
      body?: string;
    }[];
  }
  interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p90: number; p99: number };
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
