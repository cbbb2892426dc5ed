import { type KeyboardEvent, type ReactNode, useId } from 'react'

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly { value: Value; label: string }[]
  /** Null when what is shown has no tab. */
  value: Value | null
  onChange: (value: Value) => void
  panel: ReactNode
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, panel } = props
  const id = useId()
  return (
    <>
      <div className="-mx-4 border-b border-straw pr-4 sm:mx-0 sm:pr-0 md:mt-2">
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={moveFocus}
          className="flex min-w-0 overflow-x-auto pl-2.5 [scrollbar-width:none] sm:gap-1 sm:pl-0"
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              tabIndex={tab.value === (value ?? tabs[0]?.value) ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className="h-11 shrink-0 cursor-pointer border-b-[3px] border-transparent px-2 font-semibold max-sm:grow max-sm:px-1.5 max-sm:text-[0.9375rem] whitespace-nowrap text-bark-deep -outline-offset-4 transition-colors hover:text-soil aria-selected:border-leaf aria-selected:text-leaf-deep sm:px-4 md:h-11.75"
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {value !== null && (
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${value}`}
          className="@container py-3"
        >
          {panel}
        </div>
      )}
    </>
  )
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab.contains(document.activeElement))
  event.preventDefault()
  tabs[step(at, tabs.length - 1)]?.focus()
}
