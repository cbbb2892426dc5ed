import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly { value: Value; label: string }[]
  /** The chosen tab; null while what is shown has no tab. */
  value: Value | null
  onChange: (value: Value) => void
  beside?: ReactNode
  children: ReactNode
}

/** A row of tabs over their panels; on a narrow screen the row scrolls, the page does not. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, beside, children } = props
  const choose = (chosen: string) => {
    const tab = tabs.find((one) => one.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <Radix.Root value={value ?? ''} onValueChange={choose} activationMode="manual">
      <div className="-mx-4 flex items-center gap-1 border-b border-straw pr-4 sm:mx-0 sm:pr-0">
        <Radix.List
          aria-label={label}
          className="flex min-w-0 grow overflow-x-auto pl-2.5 [scrollbar-width:none] sm:gap-1 sm:pl-0"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="h-11 shrink-0 cursor-pointer border-b-[3px] border-transparent px-2 font-semibold max-sm:px-1.5 max-sm:text-[0.9375rem] whitespace-nowrap text-bark-deep -outline-offset-4 transition-colors hover:text-soil data-[state=active]:border-leaf data-[state=active]:text-leaf-deep sm:px-4"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {beside}
      </div>
      {children}
    </Radix.Root>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="py-3 outline-offset-8 sm:py-4">
      {children}
    </Radix.Content>
  )
}
