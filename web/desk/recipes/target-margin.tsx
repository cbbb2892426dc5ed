import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { wrongInTargetMargin } from '#contract/margin-settings.ts'
import { settingValue } from '#contract/setting-table.ts'
import { settings } from '#contract/settings.ts'
import { plainNumber } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'

const KEY = 'wished_margin'

/** In whole percent. */
export function useTargetMargin(): number {
  const { data = [] } = useQuery(query(settings.list))
  return Number(settingValue(data, KEY))
}

export function TargetMargin({ target: initial }: { target: number }) {
  const book = useDraftBook('recipes/margins', 'own')
  const [typed, setTyped] = useDraft('target', String(initial), book)
  const { data = [] } = useQuery(query(settings.list))
  const isStored = data.some(({ key }) => key === KEY)
  const save = useChange({
    send: (value: string) =>
      isStored
        ? call(settings.change, { params: { key: KEY }, body: { value } })
        : call(settings.create, { body: { key: KEY, value } }),
    done: 'Wished margin saved',
    failed: 'Failed to update settings',
    refreshes: [settings.list],
    onShown: book.forget,
  })
  const wanted = plainNumber(typed) ?? typed
  const wrong = wrongInTargetMargin(wanted)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!wrong && !save.isPending) save.mutate(wanted)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <TextField
        label="Margin you wish for, in %"
        required
        inputMode="numeric"
        className="max-w-56"
        value={typed}
        error={typed === String(initial) ? undefined : (wrong ?? undefined)}
        onChange={({ target }) => setTyped(target.value)}
      />
      {wanted !== String(initial) && !wrong && (
        <Button type="submit" size="sm" busy={save.isPending} className="mt-8">
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      )}
    </form>
  )
}
