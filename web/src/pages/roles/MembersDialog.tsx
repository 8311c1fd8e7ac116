import { formatCount } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { type Follows, warningsOf } from '../form/control/use-duties.ts';
import { giveable } from './draft.ts';
import css from './MembersDialog.module.css';
import { apart, type Foreseen, type Member, useForeseen, useGiving, type Way } from './use-members.ts';
import type { RolesController } from './use-roles.ts';

interface MembersDialogProps {
  it: RolesController;
  people: readonly Member[];
  way: Way;
  onClose(): void;
}

/** Whom it is about, what it does and what is to be minded, before it is done; afterwards why it did not reach some. */
export function MembersDialog({ it, people, way, onClose }: MembersDialogProps) {
  const { t, label } = useText();
  const role = it.role!;
  const foreseen = useForeseen(role.id, people, way);
  const { left, moved, busy, give } = useGiving(role.id, people, way, onClose);
  const tried = left.some(({ why }) => why !== undefined);
  const n = left.length;
  const { all, each } = apart([...(foreseen?.values() ?? [])].map(({ follows }) => follows));
  return (
    <Dialog
      open
      width={560}
      title={t(way === 'add' ? 'roles.giveTitle' : 'roles.takeTitle', { role: label(role), n: formatCount(people.length) })}
      onClose={onClose}
      footer={
        <>
          <Button size="medium" onClick={onClose}>
            {t(tried ? 'ui.close' : 'ui.cancel')}
          </Button>
          <Button size="medium" kind={way === 'add' ? 'primary' : 'danger-solid'} busy={busy} onClick={() => void give()}>
            {t(tried ? 'roles.again' : way === 'add' ? 'roles.giveN' : 'roles.takeN', { n })}
          </Button>
        </>
      }
    >
      <p className={css.lead} role={tried ? 'status' : undefined}>
        {tried ? t(moved > 0 ? 'roles.membersLeft' : 'roles.membersNone', { moved, n }) : <What it={it} way={way} />}
      </p>
      {!tried && (
        <div className={css.all}>
          <Warnings of={all} />
        </div>
      )}
      <ul className={css.people}>
        {left.map((person) => (
          <Line key={person.id} person={person} why={person.why} foreseen={foreseen?.get(person.id)} own={each} />
        ))}
      </ul>
      {foreseen === null && <p className={css.quiet}>{t('roles.foreseeing')}</p>}
    </Dialog>
  );
}

/** What they gain or lose by it. */
function What({ it, way }: Pick<MembersDialogProps, 'it' | 'way'>) {
  const { t } = useText();
  if (it.role!.root) return t(way === 'add' ? 'roles.giveRoot' : 'roles.takeRoot');
  const n = it.groups.filter((group) => giveable(group).some(({ checked }) => checked === 1)).length;
  if (n === 0) return t(way === 'add' ? 'roles.givesNothing' : 'roles.takesNothing');
  return t(way === 'add' ? 'roles.giveWhat' : 'roles.takeWhat', { n: formatCount(n) });
}

interface LineProps {
  person: Member;
  why: string | undefined;
  foreseen: Foreseen | undefined;
  /** what is not said of all at once */
  own(follows: Follows): Follows;
}

function Line({ person, why, foreseen, own }: LineProps) {
  const { t, label } = useText();
  const name = label(person);
  return (
    <li>
      <Avatar name={name} size={24} quiet />
      <div>
        <span className="ellipsis">{name}</span>
        {why !== undefined && <em className={css.warning}>{why}</em>}
        {why === undefined && foreseen?.same && <small>{t('roles.sameMember')}</small>}
        {why === undefined && foreseen && <Warnings of={own(foreseen.follows)} />}
      </div>
    </li>
  );
}

function Warnings({ of }: { of: Follows }) {
  const texts = useText();
  return warningsOf(texts, of).map(({ key, words }) => (
    <em key={key} className={css.warning}>
      <Icon name="alert" />
      <span>{words.filter(Boolean).join(' ')}</span>
    </em>
  ));
}
