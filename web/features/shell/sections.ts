/** Where the navigation's buttons lead; on the home page the browser only scrolls. */
export const SECTIONS = [
  { href: '/#home', label: 'Home' },
  { href: '/#products', label: 'Products' },
  { href: '/#contact', label: 'Contact' },
] as const
