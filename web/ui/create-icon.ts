import { createElement, type ComponentProps, type ReactNode } from 'react'

interface IconShape {
  /** The drawing's elements on a grid of 24, each with its attributes. */
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * The build replaces the icon library's factory with this one: the same drawings, without contexts,
 * aliases and scaling, which nothing here uses. Icons are hidden from screen readers; the text
 * beside them carries the meaning.
 */
export function createIcon({ node }: IconShape) {
  return (props: ComponentProps<'svg'>): ReactNode =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
