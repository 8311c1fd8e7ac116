import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';

const RAISES = 'for each statement execute function fw.defined_anew()';
/** Triggers by the uid of the table that they stand on, and what they do (migrations.ts). */
const WATCHED: readonly [uid: string, name: string, when: string, does: string][] = [
  ['sys.dict', 'dicts_added', 'after insert', `referencing new table as changed ${RAISES}`],
  ['sys.dict', 'dicts_changed', 'after update', `referencing new table as changed ${RAISES}`],
  ['sys.dict_item', 'choice_numbered', 'before insert', 'for each row execute function fw.choice_added()'],
  ['sys.dict_item', 'choices_added', 'after insert', `referencing new table as changed ${RAISES}`],
  ['sys.dict_item', 'choices_changed', 'after update', `referencing new table as changed ${RAISES}`],
  ['sys.modules', 'modules_added', 'after insert', `referencing new table as changed ${RAISES}`],
  ['sys.modules', 'modules_changed', 'after update', `referencing new table as changed ${RAISES}`],
  ['sys.menu', 'menu_placed', 'before insert or update', 'for each row execute function fw.menu_placed()'],
  ['sys.menu', 'menu_follows', 'after update of module_entity, parent_entity', 'for each row execute function fw.menu_follows()'],
  ['sys.menu', 'menus_added', 'after insert', `referencing new table as changed ${RAISES}`],
  ['sys.menu', 'menus_changed', 'after update', `referencing new table as changed ${RAISES}`],
  ['sys.define', 'layout_shared', 'after insert or update', 'for each row when (new."range" = 1) execute function fw.layout_shared()'],
];

/** Puts the triggers on the tables of dictionaries, modules, menus and layouts, where they stand; the same again changes nothing. By the owner of the tables. */
export async function watchDefinitions(tx: Tx, catalogue: Catalogue): Promise<void> {
  for (const [uid, name, when, does] of WATCHED) {
    const table = catalogue.tableOf(uid);
    if (!table) continue;
    const on = table.relation.live;
    const [known] = await tx.query(`select 1 from pg_trigger t where t.tgname = $1 and t.tgrelid = $2::regclass and t.tgenabled = 'O'`, [
      name,
      on,
    ]);
    if (!known) await tx.query(`create trigger ${name} ${when} on ${on} ${does}`);
  }
}
