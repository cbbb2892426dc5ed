import { X } from 'lucide-react'
import type { CountedProduct } from '#contract/stock-count.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CARD } from '../shared/card.tsx'
import { FarmerOnly } from '../shared/farmer-only.tsx'
import { Notice } from '../shared/notice.tsx'
import { formatFound, formatShort } from './movement-text.ts'

type CountDoneProps = { done: readonly CountedProduct[]; onDismiss: () => void }

export function CountDone({ done, onDismiss }: CountDoneProps) {
  if (done.length === 0) return <div role="status" />
  const others = done.filter(({ units, short }) => units !== 0 || short > 0)
  return (
    <div role="status" className="mb-4 grid gap-3">
      {done
        .filter(({ short }) => short > 0)
        .map((line) => (
          <Short key={line.productId} line={line} />
        ))}
      <div className={`${CARD} flex items-start gap-2 py-2 pr-2 pl-4`}>
        <div className="grow py-1.5">
          <p className="font-semibold">
            {done.length === 1 ? '1 count is saved.' : `${done.length} counts are saved.`}
          </p>
          {others.length === 0 && <p>All is there as it should be.</p>}
          {others.map((line) => (
            <p key={line.productId}>
              {line.name}: {formatFound(line.counted, expectedBefore(line))}, {line.stock} for sale
              now
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

function expectedBefore({ stock, units, promised }: CountedProduct): number {
  return stock - units + promised
}

function Short({ line }: { line: CountedProduct }) {
  const list = line.shortDay === null ? 'lists' : `lists/${line.shortDay}/harvest`
  return (
    <Notice tone="warning">
      {formatShort(line)} None is for sale any more.{' '}
      <FarmerOnly>
        <TextLink href={`#${list}`}>Decide on the harvest list</TextLink>
      </FarmerOnly>
    </Notice>
  )
}
