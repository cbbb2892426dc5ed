import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { type Person, requireFreshSignIn, type SignInSource } from '../core/caller.ts'
import { Refusal } from '../core/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    helpers?: boolean
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    person: Person | null
    /** The farmer's name for the API token behind this call; null without one. */
    token: { name: string; scopes: readonly string[] } | null
    /** Null unless somebody is signed in at the desk. */
    visit: Visit | null
    /** In bytes as received, since chunked bodies have no header for it. */
    bodyLength: number
  }
}

/** Whether the browser stays signed in, and whether the password or passkey was given lately. */
export type SignIn = { isKept: boolean; isFresh: boolean }

export type Visit = {
  person: Person
  signedInAt: string
  expiresAt: string
  /** Null for a linked phone: it has neither password nor passkey to ask for. */
  signIn: SignIn | null
  source: SignInSource
  /** Of the passkey that opened the session; null without one. */
  passkeyId: number | null
}

type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<Person>

export type Gates = {
  /** Who is signed in at the desk. @throws Refusal 'signed-out' */
  requireAdmin: Gate
  /** Who holds the phone that may sell at the market. @throws Refusal when it has no grant */
  requireStall: Gate
  /** The farmer, by an API token. @throws Refusal unless it opens this call */
  requireToken: Gate
}

/** The token that alone decides who calls, whatever cookies come with it; null without one. */
export function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string | null {
  return /^bearer(?: |$)/i.test(authorization) ? authorization.slice(6).trim() : null
}

export function gateOf(
  request: FastifyRequest,
  { requireAdmin, requireStall, requireToken }: Gates,
): Gate | null {
  const { access = 'public' } = request.routeOptions.config ?? {}
  if (access === 'public') return null
  if (bearerOf(request) !== null) return requireToken
  return access === 'admin' ? requireAdmin : requireStall
}

/** @throws Refusal of the gate; 'not-allowed' for a helper where only the farmer may go */
export async function letIn(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access, helpers, endpoint } = request.routeOptions.config
  request.person = await gate(request, reply)
  if (access === 'admin' && !helpers && request.person.role !== 'farmer')
    throw new Refusal('not-allowed', 'Only the farmer can do this.')
  const { asksAgain } = endpoint ?? {}
  if (asksAgain === 'if-kept' || asksAgain === 'always')
    requireFreshSignIn(mustSignInAgain(request, asksAgain))
}

/** A linked phone has no password to ask for, and calls that ask again are the farmer's alone. */
export function mustSignInAgain(
  { visit }: Pick<FastifyRequest, 'visit'>,
  asks: Endpoint['asksAgain'],
): boolean {
  if (!visit?.signIn || visit.signIn.isFresh) return false
  return visit.signIn.isKept || (asks === 'always' && visit.person.role === 'farmer')
}

/** Of a call to the desk by a person. @throws Refusal 'signed-out' */
export function visitOf({ visit }: FastifyRequest): Visit {
  if (!visit) throw signedOut()
  return visit
}

export function signedOut(): Refusal {
  return new Refusal('signed-out', 'Please sign in at the desk.')
}

/** `helpers` means something only at the desk. */
export function isDeclared({ access, helpers }: FastifyContextConfig = {}): boolean {
  return access === 'admin' || (!helpers && (access === 'public' || access === 'stall'))
}

export function isOfDesk({ routeOptions: { config, url } }: FastifyRequest): boolean {
  return (config?.access ?? 'public') !== 'public' || (url?.startsWith('/api/admin/') ?? false)
}
