import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

export type SumRow = {
  id: string | number
  name: ReactNode
  /** Shown under the name when the screen has no room for the middle columns. */
  note?: ReactNode
  cells: ReactNode[]
  /** The bar's length, 0 to 1. */
  share?: number
}

type SumTableProps = {
  caption: string
  /** The first column is the name. Phones show the name, the last column and those in `onPhone`. */
  head: readonly string[]
  onPhone?: readonly number[]
  rows: readonly SumRow[]
  more?: readonly SumRow[]
  /** The cells of the last row, `Total`. */
  sum?: ReactNode[]
  most?: number
}

const MAX_ROWS = 15
const FIRST_ROWS = 10

export function SumTable({
  caption,
  head,
  onPhone = [],
  rows,
  more = [],
  sum,
  most = MAX_ROWS,
}: SumTableProps) {
  const [hasAll, setHasAll] = useState(false)
  const isCut = !hasAll && rows.length > most
  const look = (column: number) =>
    classNames(
      'py-2 pl-3 text-right align-top whitespace-nowrap',
      column < head.length - 1 && !onPhone.includes(column) && 'max-sm:hidden',
    )
  const row = (one: SumRow, className: string) => (
    <tr key={one.id} className={className}>
      <Name {...one} />
      {one.cells.map((cell, index) => (
        <td key={head[index + 1]} className={look(index + 1)}>
          {cell}
        </td>
      ))}
    </tr>
  )
  const line = 'border-b border-straw last:border-0'
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-straw text-[0.9375rem] text-bark-deep">
              {head.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={
                    index === 0 ? 'py-2 font-semibold' : classNames(look(index), 'font-semibold')
                  }
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isCut ? rows.slice(0, FIRST_ROWS) : rows).map((one) => row(one, line))}
            {more.map((one) => row(one, classNames(line, 'text-bark-deep')))}
          </tbody>
          {sum && (
            <tfoot>
              {row(
                { id: 'sum', name: 'Total', cells: sum },
                'border-t-2 border-bark font-semibold',
              )}
            </tfoot>
          )}
        </table>
      </div>
      {isCut && (
        <Button variant="quiet" className="mt-3" onClick={() => setHasAll(true)}>
          Show all {rows.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  )
}

function Name({ name, note, share }: SumRow) {
  return (
    <th scope="row" className="w-full py-2 align-top font-semibold wrap-anywhere">
      {name}
      {note && (
        <span className="block text-[0.9375rem] font-normal text-bark-deep sm:hidden">{note}</span>
      )}
      {share !== undefined && <Bar share={share} />}
    </th>
  )
}

/** `share` is its length, 0 to 1. */
export function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="mt-1 block h-2 w-full" preserveAspectRatio="none">
      <rect width="100%" height="8" rx="4" className="fill-sprout" />
      <rect width={`${Math.max(0, share) * 100}%`} height="8" rx="4" className="fill-leaf" />
    </svg>
  )
}
