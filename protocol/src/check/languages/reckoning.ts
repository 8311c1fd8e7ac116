import { amountIn, type Reckoning } from '#protocol/meta/flow.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import type { Scope } from '../scope.ts';
import { isValue, type Side, whyNot } from './assign.ts';
import { checkPlace, FIT, type Origin, sideOf, type Told } from './origin.ts';

/** A number that is moved by an amount: both are numbers, no digit is lost, and nobody turns the direction by typing a minus. */
export function checkReckoning(scope: Scope, from: Origin, into: Side, said: Reckoning & { adds: boolean }, report: Told): void {
  const name = `${into.table.table_name}.${into.column.name}`;
  if ((said.add === undefined) === (said.subtract === undefined))
    report(`${into.column.name} is neither added to nor taken from, or both`, "write { add: '{field}' } or { subtract: '{field}' }");
  else if (said.adds)
    report(`a new record of ${into.table.table_name} has nothing to reckon with`, "write the value itself, or op: 'Modify'");
  else if (!into.column.def || !['numeric', 'int'].includes(into.column.data_type))
    report(`${name} is no number that can be reckoned with`, 'name a field of type numeric or int');
  else {
    checkAmount(scope, from, into, said, report);
    if (said.min !== undefined && !isValue(scope, into, said.min)) report(`min ${said.min} is no value of ${name}`, FIT);
  }
}

function checkAmount(scope: Scope, from: Origin, into: Side, said: Reckoning, report: Told): void {
  const name = `${into.table.table_name}.${into.column.name}`;
  const { amount, takes } = amountIn(said);
  const place = wholePlace(String(amount));
  if (place === undefined) {
    if (!isValue(scope, into, amount) || Number(amount) <= 0)
      report(`${JSON.stringify(amount)} is no amount above zero that fits ${name}`, "write a number above zero, or '{field}'");
    return;
  }
  const side = sideOf(scope, from, place);
  if (!side) {
    checkPlace(scope, from, place, report);
    return;
  }
  const { def, data_type } = side.column;
  if (!def || !['numeric', 'int'].includes(data_type)) {
    report(`{${place}} is no amount`, 'name a field of type numeric or int');
    return;
  }
  const why = whyNot(scope, into, side);
  if (why) report(`{${place}} cannot always be reckoned into ${name}: ${why}`, FIT);
  // what is calculated is asked when it is written
  if (takes && def.calc === undefined && !(def.min !== undefined && Number(def.min) >= 0))
    report(`{${place}} may be below zero, and taking that away would add to ${name}`, `give ${place} min: 0`);
}
