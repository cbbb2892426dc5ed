import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CountDraft,
  type CountedProduct,
  type CountLine,
  type CountOutcome,
  countedUnits,
  MAX_COUNTS,
  stockCount,
} from '#contract/products/stock-count.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { errorsIn } from '../shared/checked-form.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { refreshStock } from './stock-query.ts'

/** What was typed for a product, and how many should have been there when it was; null after a refusal. */
type Typed = { id: string; text: string; expected: number | null }
type Drafts = Readonly<Record<number, Typed>>

export const expectedOf = ({ stock, promised }: CountLine) => stock + promised

export function faultOf(text: string): string | undefined {
  return errorsIn(countedUnits.safeParse(typedNumber(text)))['']
}

export function useCounts(lines: readonly CountLine[]) {
  const book = useDraftBook('stock/count', 'customers')
  const [drafts, setDrafts] = useDraft<Drafts>('counts', {}, book)
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const [done, setDone] = useState<readonly CountedProduct[]>([])
  const client = useQueryClient()
  const counts = draftsOf(lines, drafts)
  const saving = useMutation({
    mutationFn: () => saveAll(counts),
    onSuccess: async ({ counted, refused: rejected }) => {
      setDone(counted)
      setRefused(new Map(rejected.map(({ productId, message }) => [productId, message])))
      setDrafts((typed) => withoutSaved(typed, { counted, refused: rejected }))
      await refreshStock(client)
    },
    onError: (failure) => toastFailure('Not all counts were saved', failure),
  })
  const type = (line: CountLine, text: string) => {
    setRefused((known) => new Map([...known].filter(([id]) => id !== line.productId)))
    setDrafts(({ [line.productId]: _, ...others }) =>
      text === ''
        ? others
        : { ...others, [line.productId]: { id: newUuid(), text, expected: expectedOf(line) } },
    )
  }
  return {
    textOf: ({ productId }: CountLine) => drafts[productId]?.text ?? '',
    refusalOf: ({ productId }: CountLine) => refused.get(productId),
    ...{ type, done, saving, typed: counts.length },
    hasFault: counts.some(({ counted }) => faultOf(String(counted)) !== undefined),
    forgetDone: () => setDone([]),
  }
}

function draftsOf(lines: readonly CountLine[], drafts: Drafts): CountDraft[] {
  return lines.flatMap((line) => {
    const typed = drafts[line.productId]
    if (!typed) return []
    const { id, text, expected } = typed
    const counted = typedNumber(text)
    return [{ id, productId: line.productId, counted, expected: expected ?? expectedOf(line) }]
  })
}

async function saveAll(counts: readonly CountDraft[]): Promise<CountOutcome> {
  const all: CountOutcome = { counted: [], refused: [] }
  for (let at = 0; at < counts.length; at += MAX_COUNTS) {
    const body = { counts: counts.slice(at, at + MAX_COUNTS) }
    const { counted, refused } = await call(stockCount.save, { body })
    all.counted.push(...counted)
    all.refused.push(...refused)
  }
  return all
}

/** What was refused stays, and is compared with what the list says from now on. */
function withoutSaved(typed: Drafts, { counted, refused }: CountOutcome): Drafts {
  const saved = new Set(counted.map(({ productId }) => productId))
  const again = new Set(refused.map(({ productId }) => productId))
  return Object.fromEntries(
    Object.entries(typed).flatMap(([id, draft]) => {
      if (saved.has(Number(id))) return []
      return [[id, again.has(Number(id)) ? { ...draft, expected: null } : draft]]
    }),
  )
}
