import { Switch as Radix } from 'radix-ui'

type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  busy?: boolean
}

export function Switch({ label, checked, onChange, busy = false }: SwitchProps) {
  return (
    <span className="inline-flex items-center gap-3">
      <span aria-hidden="true" className="font-semibold">
        {checked ? 'On' : 'Off'}
      </span>
      <Radix.Root
        aria-label={label}
        aria-busy={busy || undefined}
        checked={checked}
        onCheckedChange={(wanted) => !busy && onChange(wanted)}
        className="group grid h-11 w-15 cursor-pointer place-items-center rounded-full aria-busy:opacity-60"
      >
        <span className="flex h-8 w-14 items-center rounded-full border-[1.5px] border-bark bg-field px-0.5 group-data-[state=checked]:border-leaf group-data-[state=checked]:bg-leaf">
          <Radix.Thumb className="size-6 rounded-full bg-bark transition-transform data-[state=checked]:translate-x-6 data-[state=checked]:bg-on-leaf motion-reduce:transition-none" />
        </span>
      </Radix.Root>
    </span>
  )
}
