import {
  Box,
  CalendarX,
  ChevronRight,
  Clock,
  CookingPot,
  FileUp,
  KeyRound,
  type LucideIcon,
  Mail,
  Printer,
  ReceiptText,
  Smartphone,
  Tags,
  Truck,
  Warehouse,
} from 'lucide-react'
import type { StallDay } from '#contract/market/stall.ts'
import { useStall } from '../use-stall.ts'

type Row = {
  hash: string
  title: string
  note: string
  Icon: LucideIcon
  isFarmers?: true
}

export function MoreView() {
  const { day, phone, reach } = useStall()
  if (!day) return null
  const isFarmer = phone?.grant?.person.role === 'farmer'
  const isAway = reach === 'away'
  const groups = groupsOf(day, isFarmer).map((rows) =>
    rows.filter(({ isFarmers }) => isFarmer || !isFarmers),
  )
  return (
    <div className="mx-auto grid max-w-xl gap-3 pt-3">
      <h2 className="sr-only">More for this day</h2>
      {groups
        .filter((rows) => rows.length > 0)
        .map((rows) => (
          <ul
            key={rows[0]?.title}
            className="overflow-hidden rounded-2xl border border-straw bg-card"
          >
            {rows.map((row) => (
              <li key={row.title} className="border-b border-straw last:border-0">
                {isAway ? (
                  <span className={`${ROW} opacity-60`}>
                    <RowText {...row} note="Needs a connection" />
                  </span>
                ) : (
                  <a href={`/admin#${row.hash}`} className={ROW}>
                    <RowText {...row} />
                    <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />
                  </a>
                )}
              </li>
            ))}
          </ul>
        ))}
      <p className="px-1 text-bark-deep">
        These are at the desk and need a connection. None of them is needed to run a market.
      </p>
    </div>
  )
}

const ROW = 'flex min-h-14.5 items-center gap-3 px-3.5 py-1.5'

function RowText({ title, note, Icon }: Row) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-xl bg-sprout text-leaf-deep"
      >
        <Icon className="size-5" />
      </span>
      <span className="min-w-0 grow leading-snug wrap-anywhere">
        <strong className="block font-semibold">{title}</strong>
        <span className="text-[0.9375rem] text-bark-deep">{note}</span>
      </span>
    </>
  )
}

function groupsOf({ marketDay: { id, day } }: StallDay, isFarmer: boolean): Row[][] {
  const ofDay = `calendar/day/${id}`
  return [
    [
      row(`lists/${day}`, 'Print', 'Harvest, packing and pickup lists', Printer),
      row(`lists/${day}/labels`, 'Labels', 'One for each box', Tags),
      ofFarmer(`lists/${day}/bring`, 'What to bring', 'To sell at the table', Box),
      row(`lists/${day}/bake`, 'Bake', 'From your recipes', CookingPot),
      ofFarmer(`lists/${day}/delivery`, 'Deliveries', 'Stops with address and phone', Truck),
    ],
    [
      ofFarmer(`${ofDay}/message`, 'Email everyone', 'All who ordered for this day', Mail),
      ofFarmer(`${ofDay}/hours`, 'Change hours', 'Then tell who ordered', Clock),
      ofFarmer(`${ofDay}/close`, 'Call off or move', 'Another date, or money back', CalendarX),
    ],
    [
      ofFarmer(`sales/${day}`, 'Sales of the day', 'Each with its undo', ReceiptText),
      ofFarmer('stall', 'Helpers’ phones', 'Last heard, lost, ended', Smartphone),
      ofFarmer('stall', 'A phone that can’t connect', 'Take its notes from a file', FileUp),
    ],
    isFarmer
      ? []
      : [
          row('stock', 'Stock', 'Count what is there', Warehouse),
          row('passkeys', 'Passkeys', 'Sign in without a password', KeyRound),
        ],
  ]
}

function row(hash: string, title: string, note: string, Icon: LucideIcon): Row {
  return { hash, title, note, Icon }
}

function ofFarmer(...facts: Parameters<typeof row>): Row {
  return { ...row(...facts), isFarmers: true }
}
