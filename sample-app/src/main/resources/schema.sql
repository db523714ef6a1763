create table if not exists stock (left_over int not null);
create table if not exists sale (buyer int not null);
create table if not exists shelf (labelled int not null, stocked int not null);
create table if not exists warehouse (name varchar(40) primary key, items int not null);
create table if not exists ledger (name varchar(40) primary key, token bigint not null, writer varchar(80) not null);

insert into stock select 0 where not exists (select 1 from stock);
insert into shelf select 0, 0 where not exists (select 1 from shelf);
insert into warehouse select 'north', 0 where not exists (select 1 from warehouse where name = 'north');
insert into warehouse select 'south', 0 where not exists (select 1 from warehouse where name = 'south');
insert into ledger select 'till', 0, 'nobody' where not exists (select 1 from ledger where name = 'till');
