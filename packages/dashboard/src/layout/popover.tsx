import { type MouseEvent, type ReactNode, useId, useRef } from 'react';

interface PopoverProps {
  /** The content of the button. */
  readonly trigger: ReactNode;
  /** The name of a button whose content is an icon. */
  readonly label?: string;
  /** The content. A press on a link in it hides it. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A button that shows and hides a native popover. Escape and a press outside hide it, and the focus returns to the button. */
export function Popover({ trigger, label, children, className = '' }: PopoverProps): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const hideAfterLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) box.current?.hidePopover();
  };
  return (
    <div className={`popover ${className}`}>
      <button type="button" className="button" popoverTarget={id} aria-label={label}>
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- adds to what links do, by mouse and by keyboard */}
      <div id={id} ref={box} popover="auto" className="popover-box" onClick={hideAfterLink}>
        {children}
      </div>
    </div>
  );
}
