import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState, type ReactElement } from 'react';
import { AlarmBeside } from './alarm-beside.tsx';
import { AlarmContent, type PageAlarmProps } from './alarm-content.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { isTextField } from '#src/ui/key-registry.ts';
import { KeyScope } from '#src/ui/keys.tsx';
import styles from './page-alarm.module.css';

/**
 * Alarm of an open page; closes only when it is answered. Modal, with the focus; the key A acknowledges, after a pause in typing.
 * While a person types in a field it is not modal: focus and keys stay there, and F6 or leaving the field makes it modal.
 */
export function PageAlarm(props: PageAlarmProps): ReactElement {
  const [typing, setTyping] = useState(() => isTextField(document.activeElement));
  // A question follows a press on a button of the alarm.
  if (typing && !props.question) return <AlarmBeside {...props} onFront={() => setTyping(false)} />;
  return <AlarmInFront {...props} />;
}

function AlarmInFront(props: PageAlarmProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.alarm} initialFocus={props.question ? false : heading}>
            <KeyScope>
              <AlarmContent
                {...props}
                heading={
                  <AlertDialog.Title className={styles.title} tabIndex={-1} ref={heading}>
                    {props.title}
                  </AlertDialog.Title>
                }
                description={
                  <AlertDialog.Description className={styles.detail}>{props.detail}</AlertDialog.Description>
                }
                hint={
                  <>
                    Press <Kbd combo="a" /> to acknowledge
                  </>
                }
              />
            </KeyScope>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
