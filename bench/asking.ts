/** What is asked again and again, for so many seconds, over so many connections. */
export type Load = {
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** What the asking program saw: times in milliseconds, `wrong` answers from 400 on and broken connections. */
export type Request = { answers: number; seconds: number; p50: number; p99: number; wrong: number }
