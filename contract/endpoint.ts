import type { z } from 'zod/mini'

export type Shape = z.ZodMiniType

/**
 * Who may call: everyone; the farmer at the desk, and a helper where the endpoint says so; or the
 * holder of a stall grant.
 */
export type Access = 'public' | 'admin' | 'stall'

/**
 * The form in which a client that does not ask for JSON reads a refusal:
 * one plain sentence, or a JSON field (specification, section 7).
 */
export type RefusalForm = 'text' | 'error' | 'message'

/** One call that pages and server agree on. `path` names its parameters as `{id}`. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** A helper may call it too: the answer holds no price, e-mail, phone or address of a customer. */
  helpers?: true
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  /** In place of a body: a multipart form with one file, in the field of this name. */
  file?: string
  output: Shape
  /** The media type of an answer that is no JSON, such as a file to keep. */
  answers?: string
  /** The status of success: 200 unless it says otherwise, 204 answers nothing. */
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

/** An endpoint by its path alone, for scripts that must not load its schemas; the types come along. */
export type EndpointRef<E extends Endpoint> = { path: E['path']; endpoint?: E }

export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
