import { LINK_HOURS, type PersonAtWork, people } from '#contract/people.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'

type LinkDialogProps = DialogProps & { person: PersonAtWork }

export function LinkDialog({ person: { id, name, linkUntil }, ...dialog }: LinkDialogProps) {
  const link = useChange({
    send: () => call(people.makeLink, { params: { id: String(id) } }),
    ...{ done: 'Link made', failed: 'No link was made', refreshes: [people.list] },
    isSecret: true,
  })
  return (
    <Dialog
      {...dialog}
      title={`Link for ${name}`}
      description={`It makes one phone ${name}’s, once, within ${LINK_HOURS} hours. Whoever opens it first is let in: show or send it to ${name} alone.`}
    >
      {link.data ? (
        <ShownLink url={link.data.url} name={name} />
      ) : (
        <div className="grid gap-3">
          {linkUntil !== null && <p>The link that was made before ends then.</p>}
          <Button size="lg" busy={link.isPending} onClick={() => link.mutate()}>
            {link.isPending ? 'Making the link…' : 'Make the link'}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function ShownLink({ url, name }: { url: string; name: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied' })
  }
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode
        text={url}
        label={`Code of the link for ${name}`}
        size="14rem"
        className="rounded-xl"
      />
      <p className="w-full rounded-xl bg-paper p-3 text-[0.9375rem] select-all wrap-anywhere">
        {url}
      </p>
      {window.isSecureContext && (
        <Button variant="quiet" onClick={() => void copy()}>
          Copy the link
        </Button>
      )}
    </div>
  )
}
