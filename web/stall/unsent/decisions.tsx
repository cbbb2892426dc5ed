import { Button } from '#web/ui/button.tsx'
import { showChange, stallStore } from '../hub.ts'
import { useStall } from '../use-stall.ts'
import { commandText } from './command-text.ts'

export function Decisions() {
  const { sent, outbox, day, phone } = useStall()
  const rows = sent.filter(({ outcome }) => outcome !== 'applied')
  const all = [...sent, ...outbox].map(({ command }) => command)
  const lost = phone?.lost ?? 0
  return (
    <>
      {lost > 0 && (
        <section className="grid gap-3 rounded-2xl border border-yolk bg-yolk-pale p-4">
          <p>
            {lost === 1 ? 'One tap' : `${lost} taps`} of this phone never reached the shop, and{' '}
            {lost === 1 ? 'is' : 'are'} not on the phone any more. Please tell the farmer.
          </p>
          <Button variant="quiet" className="justify-self-start" onClick={() => void seen()}>
            I have told the farmer
          </Button>
        </section>
      )}
      {rows.length > 0 && (
        <section aria-labelledby="decisions" className="rounded-2xl border border-yolk bg-card p-4">
          <h3 id="decisions" className="text-lg">
            Needs the farmer’s decision
          </h3>
          <ul>
            {rows.map(({ id, command, words }) => (
              <li key={id} className="border-b border-straw py-2.5 last:border-0">
                <strong className="block">{commandText(command, day, all).title}</strong>
                <span className="wrap-anywhere text-bark-deep">
                  {words ?? 'It waits at the desk. The shop keeps it.'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

async function seen(): Promise<void> {
  await (await stallStore()).changePhone({ lost: 0 })
  await showChange()
}
