import type { z } from 'zod/mini'

export type Shape = z.ZodMiniType

/** Everyone; the farmer (and helpers, if the endpoint says so); or who holds a stall grant. */
export type Access = 'public' | 'admin' | 'stall'

/**
 * How a client that does not ask for JSON gets a refusal: a plain sentence, or a JSON field
 * (specification, section 7).
 */
export type RefusalForm = 'text' | 'error' | 'message'

/** One call that pages and server agree on. `path` names its parameters as `{id}`. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** Helpers may call it too: the answer holds no price, email, phone or address of a customer. */
  helpers?: true
  /**
   * Wants a sign-in of the last minutes (`FRESH_MINUTES`): of everyone, of a browser that stays
   * signed in, or of such a one where card money goes back, which its handler asks.
   */
  asksAgain?: 'always' | 'if-kept' | 'if-refunds'
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  /** Instead of a body: a multipart form with one file, in this field. */
  file?: string
  output: Shape
  /** The media type of an answer other than JSON, such as a file. */
  answers?: string
  /** The status of success: 200 by default; 204 answers nothing. */
  status?: 201 | 204
  longestBody?: number
  refusals?: RefusalForm
}

type Sent<S> = S extends Shape ? z.input<S> : undefined
type Read<S> = S extends Shape ? z.output<S> : undefined

export type InputOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends Shape ? K : never]: Sent<E[K]>
}

export type RequestOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends Shape ? K : never]: Read<E[K]>
}

export type OutputOf<E extends Endpoint> = z.output<E['output']>

export function endpoint<const E extends Endpoint>(description: E): E {
  return description
}

/** An endpoint by its path alone, for scripts that must not load schemas; typed all the same. */
export type EndpointRef<E extends Endpoint> = { path: E['path']; endpoint?: E }

export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
