declare module 'autocannon' {
  interface Client {
    setRequests(
      requests: { method: string; path: string; headers: Record<string, string>; body: string }[],
    ): void
  }
  interface Result {
    '2xx': number
    latency: { p50: number; p99: number }
  }
  interface Run extends Promise<Result> {
    on(event: 'start' | 'response', listener: () => void): void
  }
  export default function autocannon(options: {
    url: string
    connections: number
    amount: number
    setupClient: (client: Client) => void
  }): Run
}
