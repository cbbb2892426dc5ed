import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Boundary } from '#web/ui/boundary.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty } from './card.tsx'

type Fallback = { fallback?: ReactNode }

type Code<Props> = {
  load: () => Promise<ComponentType<Props>>
  loaded: ComponentType<Props> | null
}

/**
 * A part of the desk whose code is loaded when it is shown, with `fallback` until then; if it can't
 * be loaded, it says so there. Not React's `lazy`, which keeps its fallback for 300 ms even if the
 * code is there after 40.
 */
export function later<Props extends object>(load: Code<Props>['load']) {
  const code: Code<Props> = { load, loaded: null }
  return (props: Props & Fallback) => <Part code={code} props={props} />
}

type PartProps<Props> = { code: Code<Props>; props: Props & Fallback }

function Part<Props extends object>({ code, props }: PartProps<Props>) {
  const [Loaded, setLoaded] = useState(() => code.loaded)
  useEffect(() => {
    if (code.loaded) return
    code.load().then(
      (loaded) => {
        code.loaded = loaded
        // Synchronous, effects included: a dialog hears no click before its effects run.
        flushSync(() => setLoaded(() => loaded))
      },
      () => setLoaded(() => NotThere),
    )
  }, [code])
  if (!Loaded) return props.fallback
  return (
    <Boundary part="desk part">
      <Loaded {...props} />
    </Boundary>
  )
}

function NotThere() {
  return (
    <ListEmpty text="This part could not be loaded.">
      <p className="mb-3 text-bark-deep">Please check the connection.</p>
      <Button variant="quiet" onClick={() => location.reload()}>
        Try again
      </Button>
    </ListEmpty>
  )
}
