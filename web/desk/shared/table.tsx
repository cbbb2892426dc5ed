import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from './icon-button.tsx'

type TableProps = ComponentProps<'table'> & { columns: readonly string[]; caption?: string }

export function Table({ columns, caption, children, ...table }: TableProps) {
  return (
    <div className="@container relative overflow-x-auto rounded-2xl border border-straw bg-card">
      <table
        {...table}
        className="w-full @max-3xl:block @3xl:border-separate @3xl:border-spacing-0"
      >
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead className="@max-3xl:sr-only">
          <tr className="text-left text-[0.9375rem] text-bark-deep [&>th]:border-b [&>th]:border-straw [&>th]:px-4 [&>th]:py-3 [&>th]:font-semibold">
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-3xl:block">{children}</tbody>
      </table>
    </div>
  )
}

const CARD =
  'border-straw @max-3xl:items-center @max-3xl:gap-x-3 @max-3xl:border-b @max-3xl:p-4 @max-3xl:last:border-0'
const ROW =
  '@3xl:hover:bg-paper/60 @3xl:[&>td]:border-b @3xl:[&>td]:border-straw @3xl:[&>td]:px-4 @3xl:[&>td]:py-3 @3xl:last:[&>td]:border-0'

export function TableRow({ className, children }: { className: string; children: ReactNode }) {
  return <tr className={classNames(CARD, ROW, className)}>{children}</tr>
}

type RowButtonsProps = {
  name: string
  onEdit: () => void
  onDelete: () => void
  children?: ReactNode
  menu?: ReactNode
}

export function RowButtons({ name, onEdit, onDelete, children, menu }: RowButtonsProps) {
  return (
    <span className="flex @max-3xl:-mr-2 @3xl:-ml-2.5">
      {children}
      <IconButton tip="Edit" label={`Edit ${name}`} Icon={Pencil} onClick={onEdit} />
      <IconButton tip="Delete" label={`Delete ${name}`} Icon={Trash2} isDanger onClick={onDelete} />
      {menu}
    </span>
  )
}
