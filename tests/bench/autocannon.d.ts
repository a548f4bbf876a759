declare module 'autocannon' {
  interface Client {
    setRequests(
      requests: { method: string; path: string; headers: Record<string, string>; body: string }[],
    ): void
  }
  interface Result {
    duration: number
    errors: number
    non2xx: number
    '2xx': number
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: {
    url: string
    connections: number
    amount: number
    setupClient: (client: Client) => void
  }): Promise<Result>
}
