import { useState } from 'react'
import { z } from 'zod/mini'
import { type StallSending, stallFile } from '#contract/stall.ts'
import { stallDesk } from '#contract/stall-desk.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { Card } from '../shared/card.tsx'
import { useChange } from '../shared/use-change.ts'

export function FileForm() {
  const [wrong, setWrong] = useState<string | null>(null)
  const take = useChange({
    send: (file: StallSending) => call(stallDesk.file, { body: file }),
    done: ({ results }) => ({
      title: results.length === 1 ? 'Took 1 note' : `Took ${results.length} notes`,
    }),
    failed: 'The file was not taken',
    refreshes: [stallDesk.overview, today.show],
  })
  const read = async (file: File | undefined) => {
    if (!file) return
    const sending = readFile(await file.text())
    setWrong(sending ? null : 'This is not a file saved by the stall.')
    if (sending) take.mutate(sending)
  }
  return (
    <Card className="grid gap-3">
      <h3 className="text-xl">A file from a phone</h3>
      <p className="text-bark-deep">
        A phone that does not reach the shop can save its notes as a file. Each note counts once,
        even if the phone sends it later.
      </p>
      <label className="grid gap-1.5 font-semibold">
        The file
        <input
          type="file"
          accept="application/json,.json"
          disabled={take.isPending}
          aria-describedby={wrong ? 'stall-file-wrong' : undefined}
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
          className="min-h-11 w-full font-normal file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-straw file:bg-card file:px-4 file:font-semibold"
        />
      </label>
      {wrong && (
        <p id="stall-file-wrong" role="alert" className="text-beet">
          {wrong}
        </p>
      )}
    </Card>
  )
}

function readFile(text: string): StallSending | null {
  try {
    const read = z.safeParse(stallFile, JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
