import type { Order } from '#contract/orders.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { NextStepButton } from './next-step-button.tsx'
import { formatPlaced } from './order-labels.ts'
import { OrderMarks } from './order-marks.tsx'
import { StatusBadgeSelect } from './order-status-select.tsx'
import { boxLabel, dayOf, placeOf } from './order-text.ts'

type OrderRowProps = {
  order: Order
  href: string
  isChosen: boolean
  /** While orders are selected; null otherwise. */
  onChoose: ((isChosen: boolean) => void) | null
}

/** An order on a phone: at most 96 px, with the one next action as a button. A tap elsewhere opens it. */
export function OrderRow({ order, href, isChosen, onChoose }: OrderRowProps) {
  const { day } = formatPlaced(order.createdAt, useFarmDates())
  const who = [day, order.customerEmail].filter(Boolean).join(' · ')
  const place = [placeOf(order), dayOf(order), boxLabel(order)].filter(Boolean).join(' · ')
  return (
    <li
      data-row
      className={classNames(
        'relative flex items-center gap-2 border-b border-straw py-2 pr-2 pl-3 last:border-0 has-[a[data-row-link]:focus-visible]:bg-sprout/60',
        isChosen && 'bg-sprout/60',
      )}
    >
      {onChoose && (
        <span className="relative z-1 -my-2 -ml-1">
          <CheckField
            hiddenLabel={`Select order #${order.id}`}
            checked={isChosen}
            onChange={onChoose}
          />
        </span>
      )}
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-1.5 leading-snug">
          <a
            href={href}
            data-row-link
            className="font-bold tabular-nums after:absolute after:inset-0 after:content-['']"
          >
            #{order.id}
          </a>
          <span className="truncate">{order.customerName}</span>
          <span className="ml-auto shrink-0 tabular-nums">
            <PriceInDollars dollars={order.total} />
          </span>
        </p>
        <p className="truncate text-[0.9375rem] leading-snug text-bark-deep">{who}</p>
        <div className="mt-0.5 flex items-center gap-1">
          <StatusBadgeSelect order={order} />
          <OrderMarks order={order} />
          <span className="min-w-0 truncate text-[0.9375rem] leading-snug text-bark-deep">
            {place}
          </span>
        </div>
      </div>
      <NextStepButton order={order} href={href} />
    </li>
  )
}
