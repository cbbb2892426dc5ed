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

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
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

export function endpoint<const E extends Endpoint & { access: 'public' | 'stall' }>(
  description: E,
): E {
  return description
}

export function deskEndpoint<const E extends Omit<Endpoint, 'access' | 'asksAgain'>>(
  asksAgain: AsksAgain,
  description: E,
): E & { access: 'admin'; asksAgain: AsksAgain } {
  return { ...description, access: 'admin', asksAgain }
}

/** For scripts that must not load schemas; still typed. */
export type EndpointRef<E extends Endpoint> = { path: E['path']; endpoint?: E }

export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
