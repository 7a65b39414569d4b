package dataset

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// shortUnits are units of prices for less than an hour: what a file has in their place,
// and how many make an hour. An amount read as hourly would be 60 times too low.
var shortUnits = map[string]struct {
	unit catalog.Unit
	each int64
}{
	"gpu-minute": {catalog.GPUHour, 60}, "gpu-second": {catalog.GPUHour, 3600},
	"instance-minute": {catalog.InstanceHour, 60}, "instance-second": {catalog.InstanceHour, 3600},
	"卡分钟": {catalog.GPUHour, 60}, "元/卡分钟": {catalog.GPUHour, 60}, "卡秒": {catalog.GPUHour, 3600},
	"台分钟": {catalog.InstanceHour, 60}, "台秒": {catalog.InstanceHour, 3600},
}

// hourly returns the cells of a row with a price by the minute or second as one by the
// hour, and what to note of it: the price as published; "" where nothing was converted.
func (b *builder) hourly(cells []string) (converted []string, said string) {
	if b.file.Kind != Offers {
		return cells, ""
	}
	at := func(column string) int {
		return slices.IndexFunc(b.places, func(i int) bool { return i >= 0 && b.schema.Columns[i].Name == column })
	}
	unit := at("unit")
	if unit < 0 {
		return cells, ""
	}
	short, ok := shortUnits[strings.ToLower(trim(cells[unit]))]
	if !ok {
		return cells, ""
	}
	converted = slices.Clone(cells)
	converted[unit] = string(short.unit)
	for _, column := range []string{"price_amount", "price_max"} {
		i := at(column)
		if i < 0 {
			continue
		}
		amount, err := catalog.ParseDecimal(trim(cells[i]))
		if err != nil {
			continue // the cell is refused as it stands
		}
		times := catalog.Whole(short.each)
		if product, err := amount.Mul(times); err == nil {
			converted[i] = product.Trim(0).String()
			said += column + " = " + trim(cells[i]) + " / " + trim(cells[unit]) + " × " + times.String() + "; "
		}
	}
	return converted, strings.TrimSuffix(said, "; ")
}

// noted adds to a line's note what was made of its price.
func (b *builder) noted(values []string, said string) {
	i := slices.IndexFunc(b.schema.Columns, func(c Column) bool { return c.Name == "note" })
	if said == "" || i < 0 {
		return
	}
	values[i] = strings.TrimPrefix(values[i]+"; "+said, "; ")
}
