import type { z } from 'zod/mini'

export type Shape = z.ZodMiniType

/** 'admin': the farmer, and helpers where allowed. 'stall': holders of a stall grant. */
export type Access = 'public' | 'admin' | 'stall'

/** For clients that don't ask for JSON: a sentence or a JSON field (specification, section 7). */
export type RefusalForm = 'text' | 'error' | 'message'

/**
 * Who must have signed in within `FRESH_MINUTES`: everyone; only browsers that stay signed in;
 * those, but only where card money goes back (the handler asks); or nobody.
 */
export type AsksAgain = 'always' | 'if-kept' | 'if-refunds' | 'never'

/** What an API token may be allowed to do; `contract/people/tokens.ts` has the farmer's words. */
export type TokenScope =
  | 'orders:read'
  | 'orders:write'
  | 'products:write'
  | 'figures:read'
  | 'hooks:read'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Path = `/api/${string}`

export type Endpoint = {
  method: Method
  path: Path
  access: Access
  /** Helpers may call it too: the answer holds no price, email, phone or address of a customer. */
  helpers?: true
  asksAgain?: AsksAgain
  /** API tokens with this scope may call it; without it, none may. */
  token?: TokenScope
  summary: string
  params?: Shape
  query?: Shape
  body?: Shape
  /** The field of a multipart form with one file, sent instead of a JSON body. */
  file?: string
  /** Without it and `answers` there is no body, and the status is 204. */
  output?: Shape
  /** The type of an answer that isn't JSON. */
  answers?: string
  /** 200 by default. */
  status?: 201
  longestBody?: number
  refusals?: RefusalForm
}

export type Sent<S> = S extends Shape ? z.input<S> : undefined
type Read<S> = S extends Shape ? z.output<S> : undefined

/** `{ id: 7 }` becomes part of the path. */
type InPath<Params> = { [Name in keyof Params]: Params[Name] | number }

export type InputOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends Shape ? K : never]: K extends 'params'
    ? InPath<Sent<E[K]>>
    : Sent<E[K]>
}

export type RequestOf<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends Shape ? K : never]: Read<E[K]>
}

export type OutputOf<E extends Endpoint> = Read<E['output']>

type Description = Omit<Endpoint, 'method' | 'path' | 'access' | 'asksAgain'>

/** `call`: method and path, such as `GET /api/products`. */
export function publicEndpoint<M extends Method, P extends Path, const D extends Description>(
  call: `${M} ${P}`,
  description: D,
): D & { method: M; path: P; access: 'public' } {
  return { ...description, ...partsOf<M, P>(call), access: 'public' }
}

export function stallEndpoint<M extends Method, P extends Path, const D extends Description>(
  call: `${M} ${P}`,
  description: D,
): D & { method: M; path: P; access: 'stall' } {
  return { ...description, ...partsOf<M, P>(call), access: 'stall' }
}

export function deskEndpoint<M extends Method, P extends Path, const D extends Description>(
  asksAgain: AsksAgain,
  call: `${M} ${P}`,
  description: D,
): D & { method: M; path: P; access: 'admin'; asksAgain: AsksAgain } {
  return { ...description, ...partsOf<M, P>(call), access: 'admin', asksAgain }
}

function partsOf<M extends Method, P extends Path>(call: `${M} ${P}`): { method: M; path: P } {
  const [method, path] = call.split(' ') as [M, P]
  return { method, path }
}

/** For scripts that must not load schemas; still typed. */
export type EndpointRef<E extends Endpoint> = { path: E['path']; endpoint?: E }

export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
