import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { use } from 'react'
import {
  MAX_TOKEN_NAME,
  TOKEN_DAYS,
  TOKEN_SCOPES,
  type Token,
  type TokenDraft,
  tokenDraft,
  tokens,
} from '#contract/people/tokens.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { CardList, CardRow, ListEmpty, QueryPage, RowText } from '../shared/card.tsx'
import { CheckList } from '../shared/check-field.tsx'
import { CopiedText } from '../shared/copied-text.tsx'
import {
  AddressContext,
  DialogAt,
  type DialogProps,
  openDialog,
  useDraft,
} from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function TokensPart() {
  return (
    <QueryPage
      loading="Loading tokens…"
      failed="The tokens could not be loaded."
      query={useQuery({ ...query(tokens.list), staleTime: 0 })}
    >
      {(list) => (
        <>
          <p className="mb-4 max-w-prose text-bark-deep">
            A token lets another program work with your shop, such as a spreadsheet or your
            bookkeeper’s software, without your password. It may do only what you choose, and you
            can end it at any time.
          </p>
          {list.length === 0 ? (
            <ListEmpty text="No program has a token yet." />
          ) : (
            <TokenRows list={list} />
          )}
          <Button className="mt-4 pl-4" onClick={() => openDialog('connections/new-token')}>
            <Plus aria-hidden="true" className="size-5" />
            Make a token
          </Button>
          <DialogAt address="connections/new-token" parent="connections">
            {(dialog) => <NewTokenDialog {...dialog} />}
          </DialogAt>
        </>
      )}
    </QueryPage>
  )
}

function TokenRows({ list }: { list: readonly Token[] }) {
  const dates = useFarmDates()
  const end = useChange({
    send: (id: number) => call(tokens.end, { params: { id: String(id) } }),
    done: 'The token was ended',
    failed: 'Not ended',
    refreshes: [tokens.list],
  })
  return (
    <CardList aria-label="API tokens">
      {list.map((token) => (
        <CardRow key={token.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
          <RowText
            title={token.name}
            note={`${token.scopes.map((scope) => TOKEN_SCOPES[scope]).join('. ')}. ${stateOf(token, dates)}`}
            className="basis-52"
          />
          {token.endedAt === null && (
            <Button
              variant="quiet"
              size="sm"
              busy={end.isPending}
              aria-label={`End the token ${token.name}`}
              onClick={() => end.mutate(token.id)}
            >
              End
            </Button>
          )}
        </CardRow>
      ))}
    </CardList>
  )
}

function stateOf(
  { endedAt, endsAt, usedAt, usedFrom }: Token,
  { formatMoment }: FarmDates,
): string {
  const used = usedAt ? `Last used ${formatMoment(usedAt)} from ${usedFrom}` : 'Never used'
  if (endedAt) return `${used}. Ended ${formatMoment(endedAt)}.`
  if (!endsAt) return `${used}. Works until you end it.`
  const isOver = endsAt <= new Date().toISOString()
  return `${used}. ${isOver ? 'Stopped working' : 'Works until'} ${formatMoment(endsAt)}.`
}

const DAYS = TOKEN_DAYS.map(
  (days) => [`${days}`, days ? `${days} days` : 'Until I end it'] as const,
)

function NewTokenDialog(dialog: DialogProps) {
  const addressed = use(AddressContext)
  const [name, setName] = useDraft('name', '')
  const [scopes, setScopes] = useDraft<TokenDraft['scopes']>('scopes', [])
  const [days, setDays] = useDraft('days', '90')
  const create = useChange({
    send: (body: TokenDraft) => call(tokens.create, { body }),
    done: 'Token made',
    failed: 'No token was made',
    refreshes: [tokens.list],
    isSecret: true,
    onDone: () => addressed?.forget(),
  })
  const { form, send, errors, forgetError } = useCheckedForm(create)
  const submit = () => {
    const checked = tokenDraft.safeParse({ name, scopes, days: JSON.parse(days) })
    send(errorsIn(checked), checked.data)
  }
  if (create.data)
    return (
      <Dialog
        {...dialog}
        title={`Token for ${create.data.name}`}
        description="Copy it into the other program now: it is not shown again. Whoever has it may do what you chose, so send it to nobody else and never put it into a web page."
      >
        <div className="grid justify-items-center gap-4">
          <CopiedText text={create.data.token} what="token" />
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title="Make a token"
      {...dialog}
      isTouched={() => name !== '' || scopes.length > 0}
      form={form}
      onSubmit={submit}
      save={{ label: 'Make the token', busy: create.isPending, busyLabel: 'Making it…' }}
    >
      <div className="grid gap-5">
        <TextField
          label="What it is for"
          hint="Such as “Bookkeeping”. Activity shows this name beside what the program did."
          required
          name="name"
          value={name}
          error={errors.name}
          maxLength={MAX_TOKEN_NAME}
          onChange={({ target }) => {
            forgetError('name')
            setName(target.value)
          }}
        />
        <CheckList
          legend="What it may do"
          labels={TOKEN_SCOPES}
          chosen={scopes}
          error={errors.scopes}
          onChange={(chosen) => {
            forgetError('scopes')
            setScopes(chosen)
          }}
        />
        <SelectField
          label="How long it works"
          required
          name="days"
          options={DAYS}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
      </div>
    </FormDialog>
  )
}
