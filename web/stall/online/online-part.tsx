import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { Button } from '#web/ui/button.tsx'
import { useStall } from '../use-stall.ts'

type Code<Props> = {
  Desk: ComponentType<{ away: ReactNode; children: ReactNode }>
  Part: ComponentType<Props>
}

type Online<Props> = {
  load: () => Promise<ComponentType<Props>>
  loaded: Code<Props> | null
}

/**
 * A part of the desk inside the stall, from a file in this folder: `onlinePart(() =>
 * import('../online/x.tsx').then((c) => c.X))`. The phone doesn't cache its code. Once shown it
 * stays, with what was typed, even when the network is lost.
 */
export function onlinePart<Props extends object>(load: Online<Props>['load']) {
  const online: Online<Props> = { load, loaded: null }
  return (props: Props) => <Part online={online} props={props} />
}

type PartProps<Props> = { online: Online<Props>; props: Props }

function Part<Props extends object>({ online, props }: PartProps<Props>) {
  const isAway = useStall().reach === 'away'
  const [code, setCode] = useState(() => online.loaded)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (isAway || code) return
    setMissing(false)
    Promise.all([import('./with-desk.tsx'), online.load()]).then(
      ([{ WithDesk }, loaded]) => {
        online.loaded = { Desk: WithDesk, Part: loaded }
        setCode(online.loaded)
      },
      () => setMissing(true),
    )
  }, [isAway, code, online])
  if (code)
    return (
      <code.Desk away={AWAY}>
        <Boundary part="stall part">
          <code.Part {...props} />
        </Boundary>
      </code.Desk>
    )
  if (isAway) return AWAY
  return isMissing ? <NotThere /> : <p role="status">One moment…</p>
}

const AWAY = <p role="status">This needs a connection.</p>

/** A page of the previous release asks for code that the new one doesn't have. */
function NotThere() {
  return (
    <p className="grid justify-items-start gap-2">
      This part could not be loaded.
      <Button variant="quiet" onClick={() => location.reload()}>
        Try again
      </Button>
    </p>
  )
}
