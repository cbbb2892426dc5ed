import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { DayFields, type FieldsProps, narrowed, selectsOf } from './order-filter-fields.tsx'

export function FilterSheet({ filter, onFilter, choices, ...dialog }: FieldsProps & DialogProps) {
  const [chosen, setChosen] = useState(filter)
  const fields = { filter: chosen, onFilter: setChosen, choices }
  const { text, sort } = filter
  const everything = { text, ...(sort ? { sort } : {}) }
  return (
    <Dialog
      {...dialog}
      title="Filters"
      footer={
        <div className="flex gap-2">
          <Button className="grow" onClick={() => onFilter(chosen)}>
            Show orders
          </Button>
          <Button variant="quiet" onClick={() => onFilter(everything)}>
            Clear
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        {selectsOf(fields).map(({ name, ...select }) => (
          <ToolSelect
            key={name}
            {...select}
            onChoose={(value) => setChosen(narrowed(chosen, { [name]: value }))}
          />
        ))}
        <DayFields {...fields} />
      </div>
    </Dialog>
  )
}
