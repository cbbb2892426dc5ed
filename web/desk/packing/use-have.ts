import { useState } from 'react'

const KEPT = 'farmstand:have'

type Typed = Readonly<Record<string, string>>

/** How many of each product there are for a list, as it was typed; kept in this tab over a reload. */
export function useHave(list: string) {
  const [typed, setTyped] = useState<Typed>(() => read(list))
  const type = (productId: number, have: string) => {
    const next = { ...typed, [productId]: have }
    setTyped(next)
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ list, typed: next }))
    } catch {}
  }
  return { have: (productId: number) => typed[productId] ?? '', type }
}

function read(list: string): Typed {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    if (kept?.list !== list || typeof kept.typed !== 'object') return {}
    const texts = Object.entries(kept.typed ?? {})
    return Object.fromEntries(texts.map(([id, have]) => [id, String(have)]))
  } catch {
    return {}
  }
}
