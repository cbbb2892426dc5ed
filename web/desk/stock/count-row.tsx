import { useId } from 'react'
import type { CountLine } from '#contract/products/stock-count.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CardRow } from '../shared/card.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatFound } from './movement-text.ts'
import { journalHash } from './stock-address.ts'
import { expectedOf, faultOf, type useCounts } from './use-counts.ts'

type CountRowProps = { line: CountLine; counts: ReturnType<typeof useCounts> }

export function CountRow({ line, counts }: CountRowProps) {
  const id = useId()
  const text = counts.textOf(line)
  const wrong = counts.refusalOf(line) ?? (text === '' ? undefined : faultOf(text))
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <label htmlFor={id} className="min-w-0 grow basis-48">
        <span className="block font-semibold wrap-anywhere">{line.name}</span>
        <ShouldBe line={line} />
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
        {wrong ?? (text === '' ? <LastCount line={line} /> : whatItDoes(line, typedNumber(text)))}
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

function ShouldBe({ line }: { line: CountLine }) {
  const { stock, promised } = line
  return (
    <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
      {stock} for sale
      {promised > 0 && (
        <>
          {' '}
          + {promised} promised = <strong className="text-soil">{stock + promised}</strong>
        </>
      )}
    </span>
  )
}

function LastCount({ line: { countedAt } }: { line: CountLine }) {
  const { formatMoment } = useFarmDates()
  return (
    <span>{countedAt === null ? 'Not counted yet' : `Counted ${formatMoment(countedAt)}`}</span>
  )
}

function isOther(line: CountLine, text: string): boolean {
  return text !== '' && faultOf(text) === undefined && typedNumber(text) !== expectedOf(line)
}

function whatItDoes(line: CountLine, counted: number): string {
  const found = formatFound(counted, expectedOf(line))
  const sentence = `${found.charAt(0).toUpperCase()}${found.slice(1)}.`
  const left = counted - line.promised
  if (left < 0) return `${sentence} ${-left} too few for the orders; none will be for sale.`
  return counted === expectedOf(line) ? sentence : `${sentence} ${left} will be for sale.`
}
