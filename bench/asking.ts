export type Load = {
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** Times in ms; `wrong` counts statuses from 400 up and broken connections. */
export type Request = { answers: number; seconds: number; p50: number; p99: number; wrong: number }
