import { useEffect, useLayoutEffect, useState } from 'react'
import { stopAdding } from '#web/shop/cart/adding-store.ts'

const STORED = 'farmstand:checkout'

type Texts = Readonly<Record<string, string>>

/** Keeps what was typed and chosen for one cart, in this tab, across reloads; never a card. */
export function useStored(part: 'fields' | 'days', checkoutKey: string, readTyped = readNothing) {
  const [key] = useState(checkoutKey)
  const [texts, setTexts] = useState<Texts>(() => ({ ...readStored(key)[part], ...readTyped() }))
  // Letters may have been typed while this form was rendering.
  useLayoutEffect(() => setTexts((before) => ({ ...before, ...readTyped() })), [readTyped])
  useEffect(() => store(presentKey(key), part, texts), [key, part, texts])
  const change = (changed: Texts) => setTexts((before) => ({ ...before, ...changed }))
  return [texts, change] as const
}

const readNothing = (): Texts => ({})

/** Whether this tab started a payment of this cart and left before its outcome was known. */
export function hasOpenPayment(checkoutKey: string): boolean {
  return readStored(checkoutKey).payment?.isOpen === 'yes'
}

export function storePayment(checkoutKey: string, isOpen: boolean): void {
  store(presentKey(checkoutKey), 'payment', isOpen ? { isOpen: 'yes' } : {})
}

export function storeUnder(checkoutKey: string): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null')
    if (!isRecord(stored)) return
    renewed.set(String(stored.checkoutKey), checkoutKey)
    sessionStorage.setItem(STORED, JSON.stringify({ ...stored, checkoutKey }))
  } catch {}
}

const renewed = new Map<string, string>()

function presentKey(key: string): string {
  const next = renewed.get(key)
  return next === undefined ? key : presentKey(next)
}

/** Once the order is placed, the next user of this browser finds no trace of it. */
export function forgetStored(): void {
  stopAdding()
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
