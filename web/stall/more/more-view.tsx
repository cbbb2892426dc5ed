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
import { useIsFarmer, useStall } from '../use-stall.ts'

type Row = readonly [hash: string, title: string, note: string, Icon: LucideIcon]

export function MoreView({ day }: { day: StallDay }) {
  const isFarmer = useIsFarmer()
  const isAway = useStall().reach === 'away'
  return (
    <div className="mx-auto grid max-w-xl gap-3 pt-3">
      <h2 className="sr-only">More for this day</h2>
      {groupsOf(day, isFarmer).map((rows) => (
        <ul key={rows[0]?.[1]} className="overflow-hidden rounded-2xl border border-straw bg-card">
          {rows.map(([hash, title, note, Icon]) => (
            <li key={title} className="border-b border-straw last:border-0">
              {isAway ? (
                <span className={`${ROW} text-bark-deep [&_svg]:opacity-60`}>
                  <RowText title={title} note="Needs a connection" Icon={Icon} />
                </span>
              ) : (
                <a href={`/admin#${hash}`} className={ROW}>
                  <RowText title={title} note={note} Icon={Icon} />
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

function RowText({ title, note, Icon }: { title: string; note: string; Icon: LucideIcon }) {
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
  const print: Row = [`lists/${day}`, 'Print', 'Harvest, packing and pickup lists', Printer]
  const labels: Row = [`lists/${day}/labels`, 'Labels', 'One for each box', Tags]
  const bake: Row = [`lists/${day}/bake`, 'Bake', 'From your recipes', CookingPot]
  if (!isFarmer)
    return [
      [print, labels, bake],
      [
        ['stock', 'Stock', 'Count what is there', Warehouse],
        ['passkeys', 'Passkeys', 'Sign in without a password', KeyRound],
      ],
    ]
  return [
    [
      print,
      labels,
      [`lists/${day}/bring`, 'What to bring', 'To sell at the table', Box],
      bake,
      [`lists/${day}/delivery`, 'Deliveries', 'Stops with address and phone', Truck],
    ],
    [
      [`${ofDay}/message`, 'Email everyone', 'All who ordered for this day', Mail],
      [`${ofDay}/hours`, 'Change hours', 'Then tell who ordered', Clock],
      [`${ofDay}/close`, 'Call off or move', 'Another date, or money back', CalendarX],
    ],
    [
      [`sales/${day}`, 'Sales of the day', 'Each with its undo', ReceiptText],
      ['stall', 'Helpers’ phones', 'Last heard, lost, ended', Smartphone],
      ['stall', 'A phone that can’t connect', 'Take its notes from a file', FileUp],
    ],
  ]
}
