import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from './icon-button.tsx'

type TableProps = ComponentProps<'table'> & { columns: readonly string[]; caption?: string }

export function Table({ columns, caption, children, ...table }: TableProps) {
  return (
    <div className="relative overflow-x-auto rounded-2xl border border-straw bg-card">
      <table {...table} className="w-full max-md:block md:border-separate md:border-spacing-0">
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead className="max-md:sr-only">
          <tr className="text-left text-[0.9375rem] text-bark-deep [&>th]:border-b [&>th]:border-straw [&>th]:px-4 [&>th]:py-3 [&>th]:font-semibold">
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:@container max-md:block">{children}</tbody>
      </table>
    </div>
  )
}

const CARD =
  'border-straw max-md:items-center max-md:gap-x-3 max-md:border-b max-md:p-4 max-md:last:border-0'
const ROW =
  'md:hover:bg-paper/60 md:[&>td]:border-b md:[&>td]:border-straw md:[&>td]:px-4 md:[&>td]:py-3 md:last:[&>td]:border-0'

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
    <span className="flex max-md:-mr-2 md:-ml-2.5">
      {children}
      <IconButton tip="Edit" label={`Edit ${name}`} Icon={Pencil} onClick={onEdit} />
      <IconButton tip="Delete" label={`Delete ${name}`} Icon={Trash2} isDanger onClick={onDelete} />
      {menu}
    </span>
  )
}
