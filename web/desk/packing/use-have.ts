import { useDraft, useDraftBook } from '../shared/use-draft.ts'

type Typed = Readonly<Record<string, string>>

/** How many of each product there are for a list, as it was typed; kept in this tab over a reload. */
export function useHave(list: string) {
  const book = useDraftBook(`have ${list}`, 'customers')
  const [typed, setTyped] = useDraft<Typed>('have', {}, book)
  const type = (productId: number, have: string) => setTyped({ ...typed, [productId]: have })
  return { have: (productId: number) => typed[productId] ?? '', type }
}
