import { useEffect, useLayoutEffect, useState } from 'react'
import { stopAdding } from '#web/shop/cart/adding-store.ts'
import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'

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
  const stored = readStorage<{ checkoutKey: string }>('sessionStorage', STORED)
  if (stored.checkoutKey === undefined) return
  renewed.set(stored.checkoutKey, checkoutKey)
  writeStorage('sessionStorage', STORED, { ...stored, checkoutKey })
}

const renewed = new Map<string, string>()

function presentKey(key: string): string {
  const next = renewed.get(key)
  return next === undefined ? key : presentKey(next)
}

/** Once the order is placed, the next user of this browser finds no trace of it. */
export function forgetStored(): void {
  stopAdding()
  writeStorage('sessionStorage', STORED, null)
}

function store(checkoutKey: string, part: string, texts: Texts): void {
  const stored = { checkoutKey, ...readStored(checkoutKey), [part]: texts }
  writeStorage('sessionStorage', STORED, stored)
}

function readStored(checkoutKey: string): Record<string, Texts> {
  const stored = readStorage<Record<string, unknown>>('sessionStorage', STORED)
  if (stored.checkoutKey !== checkoutKey) return {}
  return Object.fromEntries(Object.entries(stored).flatMap(([part, texts]) => textsOf(part, texts)))
}

function textsOf(part: string, value: unknown): [string, Texts][] {
  if (typeof value !== 'object' || value === null) return []
  const texts = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  )
  return [[part, Object.fromEntries(texts)]]
}
