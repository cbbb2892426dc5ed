export const SECTIONS = [
  { href: '/#home', label: 'Home' },
  { href: '/#products', label: 'Products' },
  { href: '/#contact', label: 'Contact' },
] as const
