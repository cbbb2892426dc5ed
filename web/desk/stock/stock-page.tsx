import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import {
  type CountDraft,
  type CountedProduct,
  type CountLine,
  type CountOutcome,
  type CountSheet,
  countedUnits,
  MAX_COUNTS,
  stockCount,
} from '#contract/products/stock-journal.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call, query } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { capitalized } from '#web/ui/capitalized.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { CARD, CardList, CardRow, ListEmpty, QueryPage } from '../shared/card.tsx'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { errorsIn } from '../shared/edit-form.ts'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { Notice } from '../shared/notice.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { JournalView } from './journal-view.tsx'
import { CONCERNED, formatFound, journalHash, productIn } from './stock-query.ts'

export function StockPage() {
  const productId = productIn(useHash())
  return productId === null ? <CountPage /> : <JournalView key={productId} productId={productId} />
}

const countQuery = { ...query(stockCount.show), staleTime: 0 }

function CountPage() {
  return (
    <QueryPage what="the stock" query={useQuery(countQuery)}>
      {(sheet) =>
        sheet.products.length === 0 ? (
          <ListEmpty text="There are no products to count yet." />
        ) : (
          <Count sheet={sheet} />
        )
      }
    </QueryPage>
  )
}

function Count({ sheet: { products, pastOrders } }: { sheet: CountSheet }) {
  const [find, setFind] = useState('')
  const counts = useCounts(products)
  const { typed, hasFault, saving } = counts
  const shown = products.filter((line) => includesWords(line.name, find))
  return (
    <>
      <p className="mb-3 max-w-prose text-bark-deep">
        Count everything on hand, including what is packed for orders. The rest is for sale.
      </p>
      {pastOrders > 0 && <PastOrders count={pastOrders} />}
      <CountDone done={counts.done} onDismiss={counts.forgetDone} />
      <SearchField label="Find a product" value={find} onType={setFind} />
      {shown.length === 0 && <ListEmpty text="No products found" />}
      {[...Map.groupBy(shown, ({ category }) => category)].map(([category, lines]) => (
        <Fragment key={category}>
          <h3 className="mt-5 mb-2 text-xl">{category}</h3>
          <CardList>
            {lines.map((line) => (
              <CountRow key={line.productId} line={line} counts={counts} />
            ))}
          </CardList>
        </Fragment>
      ))}
      <div className="sticky bottom-(--foot-bar,0px) z-1 -mx-1 mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-straw bg-paper px-1 py-3">
        <p role="status" className="mr-auto font-semibold">
          {typed} of {products.length} counted
        </p>
        <Button
          size="lg"
          busy={saving.isPending}
          disabled={typed === 0 || hasFault}
          onClick={() => saving.mutate()}
        >
          {saving.isPending ? 'Saving…' : 'Save the count'}
        </Button>
      </div>
    </>
  )
}

function PastOrders({ count }: { count: number }) {
  return (
    <Notice tone="warning" className="mb-4">
      {count === 1
        ? '1 order of a day that is over was never marked as picked up, so its goods still count as promised. '
        : `${count} orders of days that are over were never marked as picked up, so their goods still count as promised. `}
      <FarmerOnly>
        <TextLink href="#orders?status=to-pack">See the orders</TextLink>
      </FarmerOnly>
    </Notice>
  )
}

type CountDoneProps = { done: readonly CountedProduct[]; onDismiss: () => void }

function CountDone({ done, onDismiss }: CountDoneProps) {
  if (done.length === 0) return <div role="status" />
  const others = done.filter(({ units, short }) => units !== 0 || short > 0)
  return (
    <div role="status" className="mb-4 grid gap-3">
      {done
        .filter(({ short }) => short > 0)
        .map(({ productId, name, short, shortDay }) => (
          <Notice key={productId} tone="warning">
            {name}: {short} too few for what was ordered. None is for sale anymore.{' '}
            <FarmerOnly>
              <TextLink href={shortDay === null ? '#lists' : `#lists/${shortDay}/harvest`}>
                Decide on the harvest list
              </TextLink>
            </FarmerOnly>
          </Notice>
        ))}
      <div className={`${CARD} flex items-start gap-2 py-2 pr-2 pl-4`}>
        <div className="grow py-1.5">
          <p className="font-semibold">
            {done.length === 1 ? '1 count is saved.' : `${done.length} counts are saved.`}
          </p>
          {others.length === 0 && <p>All is there as it should be.</p>}
          {others.map((line) => (
            <p key={line.productId}>
              {line.name}: {formatFound(line.counted, line.stock - line.units + line.promised)},{' '}
              {line.stock} for sale now
            </p>
          ))}
        </div>
        <Button variant="plain" size="icon" aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </div>
  )
}

function CountRow({ line, counts }: { line: CountLine; counts: ReturnType<typeof useCounts> }) {
  const id = useId()
  const { formatMoment } = useFarmDates()
  const text = counts.textOf(line)
  const { countedAt } = line
  const lastCount = countedAt === null ? 'Not counted yet' : `Counted ${formatMoment(countedAt)}`
  const wrong = counts.refusalOf(line) ?? (text === '' ? undefined : faultOf(text))
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <label htmlFor={id} className="min-w-0 grow basis-48">
        <span className="block font-semibold wrap-anywhere">{line.name}</span>
        <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
          {line.stock} for sale
          {line.promised > 0 && (
            <>
              {' '}
              + {line.promised} promised = <strong className="text-soil">{expectedOf(line)}</strong>
            </>
          )}
        </span>
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="next"
        placeholder={String(expectedOf(line))}
        value={text}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={`${id}-words`}
        onChange={({ target }) => counts.type(line, target.value.trim())}
        className={classNames(
          'h-14 max-w-28 scroll-mb-28 text-center text-2xl! font-bold tabular-nums',
          inputLook,
        )}
      />
      <p
        id={`${id}-words`}
        className={classNames(
          'basis-full text-[0.9375rem]',
          wrong ? 'font-semibold text-beet' : 'text-bark-deep',
        )}
      >
        {wrong ?? (text === '' ? lastCount : whatItDoes(line, typedNumber(text)))}
        {isOther(line, text) && (
          <>
            {' '}
            <TextLink href={`#${journalHash(line.productId)}`}>See its journal</TextLink>
          </>
        )}
      </p>
    </CardRow>
  )
}

function isOther(line: CountLine, text: string): boolean {
  return text !== '' && faultOf(text) === undefined && typedNumber(text) !== expectedOf(line)
}

function whatItDoes(line: CountLine, counted: number): string {
  const found = formatFound(counted, expectedOf(line))
  const sentence = `${capitalized(found)}.`
  const left = counted - line.promised
  if (left < 0) return `${sentence} ${-left} too few for the orders; none will be for sale.`
  return counted === expectedOf(line) ? sentence : `${sentence} ${left} will be for sale.`
}

/** `expected`: how many there should have been when it was typed; null after a refusal. */
type Typed = { id: string; text: string; expected: number | null }
type Drafts = Readonly<Record<number, Typed>>

const expectedOf = ({ stock, promised }: CountLine) => stock + promised

function faultOf(text: string): string | undefined {
  return errorsIn(countedUnits.safeParse(typedNumber(text)))['']
}

function useCounts(lines: readonly CountLine[]) {
  const book = useDraftBook('stock/count', 'customers')
  const [drafts, setDrafts] = useDraft<Drafts>('counts', {}, book)
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const [done, setDone] = useState<readonly CountedProduct[]>([])
  const counts = draftsOf(lines, drafts)
  const saving = useChange({
    send: () => saveAll(counts),
    done: null,
    failed: 'Not all counts were saved',
    refreshes: CONCERNED,
    onDone: (outcome) => {
      setDone(outcome.counted)
      setRefused(new Map(outcome.refused.map(({ productId, message }) => [productId, message])))
      setDrafts((typed) => withoutSaved(typed, outcome))
    },
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
    type,
    done,
    saving,
    typed: counts.length,
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
