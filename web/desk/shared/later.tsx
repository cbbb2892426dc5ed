import { type ComponentType, lazy } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty } from './list-states.tsx'

/** A part of the desk whose code comes when it is shown; where it cannot be fetched, it says so in its place. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => NotThere) }))
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
