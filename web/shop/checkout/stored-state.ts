import { useEffect, useState } from 'react'
import { forgetRequestedDay, requestedDay } from '#web/shop/cart/day-store.ts'

const STORED = 'farmstand:checkout'

type Texts = Readonly<Record<string, string>>

/**
 * What is typed and chosen at the checkout of one cart, kept in this tab over a reload and the way
 * to the shop and back; never a card. Another cart, as after an order, finds nothing.
 */
export function useStored(part: 'fields' | 'days', checkoutKey: string) {
  const [key] = useState(checkoutKey)
  const [texts, setTexts] = useState<Texts>(() => ({
    ...readStored(key)[part],
    ...(part === 'days' ? requestedDay() : {}),
  }))
  useEffect(() => {
    store(presentKey(key), part, texts)
    // From now on it is kept with the cart, which may choose another.
    if (part === 'days') forgetRequestedDay()
  }, [key, part, texts])
  const change = (changed: Texts) => setTexts((before) => ({ ...before, ...changed }))
  return [texts, change] as const
}

/** Whether a payment of this cart was begun in this tab that ended nobody knows how: the page was left meanwhile. */
export function hasOpenPayment(checkoutKey: string): boolean {
  return readStored(checkoutKey).payment?.isOpen === 'yes'
}

export function storePayment(checkoutKey: string, isOpen: boolean): void {
  store(presentKey(checkoutKey), 'payment', isOpen ? { isOpen: 'yes' } : {})
}

/** The cart goes on under another key, and so does what is kept of its checkout. */
export function storeUnder(checkoutKey: string): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (!isRecord(stored)) return
    renewed.set(String(stored.checkoutKey), checkoutKey)
    sessionStorage.setItem(STORED, JSON.stringify({ ...stored, checkoutKey }))
  } catch {}
}

/** The present key by the one before. */
const renewed = new Map<string, string>()

function presentKey(key: string): string {
  const next = renewed.get(key)
  return next === undefined ? key : presentKey(next)
}

/** The order is placed: the next user of this browser finds nothing of it. */
export function forgetStored(): void {
  try {
    sessionStorage.removeItem(STORED)
  } catch {}
}

function store(checkoutKey: string, part: string, texts: Texts): void {
  try {
    const stored = { checkoutKey, ...readStored(checkoutKey), [part]: texts }
    sessionStorage.setItem(STORED, JSON.stringify(stored))
  } catch {}
}

function readStored(checkoutKey: string): Record<string, Texts> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (!isRecord(stored) || stored.checkoutKey !== checkoutKey) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([part, texts]) => textsOf(part, texts)),
    )
  } catch {
    return {}
  }
}

function textsOf(part: string, value: unknown): [string, Texts][] {
  if (!isRecord(value)) return []
  const texts = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  )
  return [[part, Object.fromEntries(texts)]]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
