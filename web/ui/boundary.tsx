import { Component, createContext, type ReactNode, use } from 'react'
import type { PagePart } from '#contract/pages/page-parts.ts'
import { Button } from './button.tsx'

export const Safe = createContext('Your cart is saved.')

const BROKE = 'part-broke'

export function onPartBroken(hear: (part: PagePart) => unknown): void {
  addEventListener(BROKE, (event) => void hear((event as CustomEvent<PagePart>).detail))
}

type BoundaryProps = { part: PagePart; children: ReactNode }

/** A broken part says so in its place, and the rest goes on. React requires a class here. */
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    dispatchEvent(new CustomEvent(BROKE, { detail: this.props.part }))
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <div
      role="alert"
      className="mt-3 mb-3 flex flex-col items-start gap-2 rounded-2xl border border-beet bg-card p-4"
    >
      <p className="font-serif text-xl font-semibold">Something went wrong here.</p>
      <p>{use(Safe)}</p>
      <Button variant="quiet" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </div>
  )
}
